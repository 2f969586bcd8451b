// `npm run test:citus -- postgres://user@coordinator:5432/postgres`: the server's tests on a Citus cluster that runs, whose coordinator and
// workers this address reaches as a superuser; after it, files to run only these. Databases that it makes there it removes.
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
