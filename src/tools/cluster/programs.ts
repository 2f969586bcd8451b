import { join } from 'node:path'
import { findPostgres, findProgram } from '../../../.scripts/programs.mjs'

/** Paths of the programs of a cluster; `postgres` is a folder. */
export type Programs = Readonly<Record<'postgres' | 'patroni' | 'etcd' | 'pgbouncer' | 'nginx', string>>

/** Debian's packages of these programs. */
const packages = { postgres: 'postgresql', patroni: 'patroni', etcd: 'etcd-server', pgbouncer: 'pgbouncer', nginx: 'nginx' }

/** Finds the programs; throws a sentence that names the packages to install. */
export function findPrograms(): Programs {
  const find = (name: string) => findProgram(name.toUpperCase(), [name], [join('/usr/sbin', name)])
  const found = {
    postgres: findPostgres(),
    patroni: find('patroni'),
    etcd: find('etcd'),
    pgbouncer: find('pgbouncer'),
    nginx: find('nginx'),
  }
  if (process.platform !== 'linux') throw new Error('A cluster runs only on Linux: it reads /proc and suspends processes')
  const { postgres, patroni, etcd, pgbouncer, nginx } = found
  if (postgres !== null && patroni !== null && etcd !== null && pgbouncer !== null && nginx !== null)
    return { postgres, patroni, etcd, pgbouncer, nginx }
  const missing = Object.entries(packages).flatMap(([name, one]) => (found[name as keyof Programs] === null ? [one] : []))
  throw new Error(`This machine lacks programs of a cluster: install ${missing.join(', ')} (Debian’s names), then start again`)
}
