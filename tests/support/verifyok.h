// QVERIFY for results: a failing test says the error's text.
#pragma once

#include "core/domain/error.h"

#include <QTest>

namespace assay::test {

/// The error's text, for QVERIFY2.
template <class T>
QByteArray why(const std::expected<T, Error> &result)
{
    return result ? QByteArray() : result.error().text().toUtf8();
}

#define QVERIFY_OK(result)                                                                \
    do {                                                                                  \
        const auto &checkedResult = (result);                                             \
        QVERIFY2(checkedResult.has_value(), assay::test::why(checkedResult).constData()); \
    } while (false)

} // namespace assay::test
