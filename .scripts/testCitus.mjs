// `npm run test:citus -- postgres://user@coordinator:5432/postgres`: runs the server's tests on a running Citus cluster, whose coordinator
// and workers this superuser can reach; with test files after the address, only those. Drops the databases that it creates there.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './root.mjs'

const [url, ...files] = process.argv.slice(2)
if (url === undefined || !/^postgres(?:ql)?:\/\//.test(url))
  fail('Give the address of a Citus coordinator: npm run test:citus -- postgres://user@host:5432/postgres')
ensureInstalled()
const run = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=citus', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CITUS_URL: url },
})
process.exit(run.status ?? 1)
