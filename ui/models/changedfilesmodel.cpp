#include "ui/models/changedfilesmodel.h"

#include "ui/look/formats.h"

#include <algorithm>
#include <span>

using namespace Qt::StringLiterals;

namespace assay::ui {

namespace {

/// "✓", or "3/12", and what else was said of it.
QString reviewText(const ChangedFileRow &row)
{
    if (row.places == 0)
        return {};
    QString text = row.reviewed == row.places ? glyph(Meaning::Good) : u"%1/%2"_s.arg(row.reviewed).arg(row.places);
    if (row.leftOut > 0)
        text += u' ' + glyph(Meaning::Undone);
    if (row.lapsed > 0)
        text += u' ' + glyph(Meaning::Unsure);
    if (row.openComments > 0)
        text += u' ' + glyph(Meaning::Waiting);
    return text;
}

using FileTree = TreeOf<ChangedFileRow>;

/// How many bytes two paths' folders have in common, up to and with a slash.
qsizetype commonFolder(const QByteArray &a, const QByteArray &b)
{
    const auto differ = std::ranges::mismatch(a, b).in1;
    return a.lastIndexOf('/', (differ - a.begin()) - 1) + 1;
}

void addTo(ChangedFileRow &folder, const ChangedFileRow &below)
{
    folder.files += below.isFolder() ? below.files : 1;
    folder.known = folder.known || below.known;
    folder.added += below.known ? below.added : 0;
    folder.removed += below.known ? below.removed : 0;
    folder.places += below.places;
    folder.reviewed += below.reviewed;
    folder.leftOut += below.leftOut;
    folder.lapsed += below.lapsed;
    folder.openComments += below.openComments;
}

/// What is below the folder that the first `depth` bytes of all of these paths are.
QList<FileTree> below(std::span<const ChangedFileRow> files, qsizetype depth)
{
    QList<FileTree> tree;
    for (size_t i = 0; i < files.size();) {
        const QByteArray &path = files[i].path.bytes();
        const qsizetype slash = path.indexOf('/', depth);
        if (slash < 0) {
            FileTree file{files[i], {}};
            const auto cut = file.value.name.lastIndexOf(u'/');
            file.value.shown = file.value.shown.isEmpty() ? file.value.name.sliced(cut + 1) : file.value.shown;
            tree.append(file);
            ++i;
            continue;
        }
        // Sorted, all of a folder stand together; what the first and the last have in common, all have.
        size_t end = i + 1;
        while (end < files.size() && files[end].path.bytes().startsWith(QByteArrayView(path).first(slash + 1)))
            ++end;
        const qsizetype folded
            = end - i == 1 ? path.lastIndexOf('/') + 1 : commonFolder(path, files[end - 1].path.bytes());
        FileTree folder;
        folder.value.path = RepoPath(path.first(folded - 1));
        folder.value.known = false;
        folder.value.name = Formats::line(folder.value.path.display());
        folder.value.shown = Formats::line(RepoPath(path.sliced(depth, folded - 1 - depth)).display());
        folder.children = below(files.subspan(i, end - i), folded);
        for (const FileTree &child : std::as_const(folder.children))
            addTo(folder.value, child.value);
        tree.append(folder);
        i = end;
    }
    return tree;
}

} // namespace

QList<TreeOf<ChangedFileRow>> asTree(const QList<ChangedFileRow> &files)
{
    return below(files, 0);
}

QVariant ChangedFilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool number = section == Added || section == Removed;
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && number)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("File");
    case Change:
        return tr("±");
    case Kind:
        return tr("Class");
    case Added:
        return tr("+");
    case Removed:
        return tr("−");
    case Reviewed:
        return tr("Read");
    default:
        return {};
    }
}

QVariant ChangedFilesModel::cell(const ChangedFileRow &row, int column, int role) const
{
    const auto said = [&] {
        QStringList all{row.name};
        all.append(row.isFolder() ? Formats::counted(row.files, tr("1 file"), tr("%1 files")) : row.change);
        if (row.isFolder() && row.places > 0)
            all.append(tr("%1 of %2 hunks reviewed").arg(Formats::count(row.reviewed), Formats::count(row.places)));
        all.append(row.marks);
        all.removeAll(QString());
        return all.join(u" · "_s);
    };
    switch (role) {
    case IdRole:
        return row.name;
    case MeaningRole:
        return column == Kind && row.meaning ? QVariant(int(*row.meaning)) : QVariant();
    case Qt::ToolTipRole:
        return said();
    case Qt::AccessibleTextRole:
        if (column == Name)
            return row.isFolder() ? tr("Folder %1").arg(said()) : row.name;
        return column == Change ? QVariant(row.change) : column == Reviewed ? QVariant(row.marks) : QVariant();
    case Qt::TextAlignmentRole:
        if (column == Change)
            return Qt::AlignCenter;
        return column == Added || column == Removed || column == Reviewed ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                          : QVariant();
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (column) {
    case Name:
        return row.shown;
    case Change:
        return row.glyph;
    case Kind:
        return row.kind;
    case Added:
        return !row.known ? QVariant() : row.binary ? QVariant(tr("binary")) : QVariant(row.added);
    case Removed:
        return row.binary || !row.known ? QVariant() : QVariant(row.removed);
    case Reviewed:
        return reviewText(row);
    default:
        return {};
    }
}

} // namespace assay::ui
