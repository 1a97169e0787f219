#!/usr/bin/env bash
# One Ceph node with a RADOS gateway on loopback, in memory, for tests. Usage: ceph.sh FOLDER PORT
# Uses PORT to PORT + 60. Every process writes FOLDER/out/*.pid. Keys: TESTKEY, TESTSECRET.
set -euo pipefail
D=$1
P=$2
mkdir -p "$D"/{mon,osd,rgw,out}
cd "$D"
FSID=11111111-2222-3333-4444-555555555555
cat > ceph.conf <<C
[global]
fsid = $FSID
mon_host = [v2:127.0.0.1:$((P + 1)),v1:127.0.0.1:$((P + 2))]
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = true
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
ms_bind_ipv6 = false
ms_bind_port_min = $((P + 10))
ms_bind_port_max = $((P + 60))
run_dir = $D/out
admin_socket = $D/out/\$name.asok
log_file = $D/out/\$name.log
pid_file = $D/out/\$name.pid
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_crush_chooseleaf_type = 0
setuser_match_path =
[mon]
mon_data = $D/mon
mon_initial_members = a
mon_cluster_log_file = $D/out/cluster.log
mon_data_avail_crit = 1
[osd]
osd_data = $D/osd
keyring = $D/osd/keyring
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_op_num_shards = 2
osd_op_num_threads_per_shard = 1
[client]
keyring = $D/admin.keyring
mon_data_avail_warn = 1
[client.rgw]
rgw_data = $D/rgw
keyring = $D/rgw.keyring
rgw_frontends = beast endpoint=127.0.0.1:$P
rgw_thread_pool_size = 32
rgw_enable_usage_log = false
rgw_gc_obj_min_wait = 1
rgw_num_rados_handles = 1
C
ceph() { command ceph -c ceph.conf "$@"; }
ceph-authtool -C -n client.admin --gen-key --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' admin.keyring
ceph-authtool -C -n mon. --gen-key --cap mon 'allow *' mon.keyring
cat admin.keyring >> mon.keyring
monmaptool --create --clobber --fsid $FSID --addv a "[v2:127.0.0.1:$((P + 1)),v1:127.0.0.1:$((P + 2))]" out/monmap
ceph-mon -c ceph.conf -i a --mkfs --monmap out/monmap --keyring mon.keyring
ceph-mon -c ceph.conf -i a
UUID=$(cat /proc/sys/kernel/random/uuid)
ceph osd new "$UUID"
ceph auth get-or-create osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' -o osd/keyring
ceph-osd -c ceph.conf -i 0 --mkfs --osd-uuid "$UUID"
ceph osd crush add osd.0 1.0 root=default host=h
ceph-osd -c ceph.conf -i 0
ceph auth get-or-create client.rgw mon 'allow rwx' osd 'allow rwx' mgr 'allow rw' -o rgw.keyring
radosgw -c ceph.conf -n client.rgw --cluster ceph
radosgw-admin -c ceph.conf user create --uid=test --display-name=test --access-key=TESTKEY --secret-key=TESTSECRET
