import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDaemon, type Account, type Daemon } from '../daemon'
import { poolerSettings } from '../pooler'
import type { Programs } from './programs'

interface Place {
  readonly folder: string
  readonly programs: Programs
  readonly account: Account | null
}

/** Creates etcd, in which Patroni elects the primary. */
export function createEtcd({ folder, programs, account }: Place, port: number, peerPort: number): Daemon {
  const [url, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const options = {
    name: 'one',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `one=${peers}`,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  return createDaemon({ name: 'etcd', program: programs.etcd, args, folder, account })
}

/** Creates PgBouncer. The primary node writes `primary.ini`, which names the server that receives the statements. */
export function createPooler({ folder, programs, account }: Place, port: number): Daemon {
  writeFileSync(join(folder, 'users.txt'), '"frond" ""\n')
  const databases = `%include ${join(folder, 'primary.ini')}`
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerSettings({ folder, port, user: 'frond', databases }))
  return createDaemon({ name: 'pgbouncer', program: programs.pgbouncer, args: [join(folder, 'pgbouncer.ini')], folder, account })
}

/** Creates nginx in front of the processes, configured as SCALING.md says. */
export function createBalancer({ folder, programs, account }: Place, port: number, servers: readonly number[]): Daemon {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  upstream frond {
    least_conn;
    ${servers.map((server) => `server 127.0.0.1:${server} max_fails=1 fail_timeout=2s;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 17m;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_buffering off;
    proxy_read_timeout 1h;
    proxy_connect_timeout 2s;
    proxy_next_upstream error timeout;
    location / { proxy_pass http://frond; }
  }
}
`,
  )
  return createDaemon({
    name: 'nginx',
    program: programs.nginx,
    args: ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
    folder,
    account,
  })
}
