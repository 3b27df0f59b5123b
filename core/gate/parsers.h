// Reading what test runners say. Pure functions over bytes; hostile input gives an error text, never a crash.
#pragma once

#include "core/domain/gatereport.h"

namespace assay {

struct ParsedCases {
    QList<TestCase> cases;
    int passed = 0, failed = 0, skipped = 0;
    bool countsKnown = false;
    QString problem;  ///< why it could not be read, or ran nothing; empty = fine
};

[[nodiscard]] ParsedCases parseJUnit(QByteArrayView xml); ///< JUnit XML as written by ant, pytest, ctest, surefire
[[nodiscard]] ParsedCases parseUnittest(QByteArrayView output); ///< python -m unittest, with -v for names
[[nodiscard]] ParsedCases parsePytest(QByteArrayView output); ///< fallback when no JUnit file came
[[nodiscard]] ParsedCases parseCtest(QByteArrayView output);
[[nodiscard]] ParsedCases parseTap(QByteArrayView output); ///< TAP 12–14

} // namespace assay
