#include "core/gate/servicescript.h"

namespace assay {

QByteArrayList withServices(const QByteArrayList &argv, const QList<ShellCommand> &services, const QByteArray &treePath,
                            const QByteArray &outPath)
{
    if (services.isEmpty())
        return argv;
    // Lines and folders come as arguments, so that nothing has to be quoted. setsid: a service's own children go too.
    static const QByteArray script = R"(out=$1; count=$2; shift 2
services= n=0
while [ "$n" -lt "$count" ]; do
    n=$((n + 1))
    (cd -- "$1" && exec setsid sh -c "$2") >"$out/service-$n.log" 2>&1 </dev/null &
    services="$services $!"
    shift 2
done
"$@"
status=$?
for service in $services; do kill -- "-$service" 2>/dev/null || kill "$service" 2>/dev/null; done
exit "$status")";
    QByteArrayList wrapped{"/bin/sh", "-c", script, "services", outPath, QByteArray::number(services.size())};
    for (const ShellCommand &service : services)
        wrapped << (service.folder.isEmpty() ? treePath : treePath + '/' + service.folder) << service.line.toUtf8();
    return wrapped + argv;
}

} // namespace assay
