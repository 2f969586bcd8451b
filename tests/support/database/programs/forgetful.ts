// Starts a product of the given checkout, and a PostgreSQL where there is one, prints what it started and made, and exits without ending it.
import { startPostgres } from '../../../../src/tools/postgres'
import { newFolder, startProduct } from '../../../../src/tools/product'

const [checkout = ''] = process.argv.slice(2)
const { pid, dataDir } = await startProduct({ checkout, dataDir: newFolder() })
const cluster = await startPostgres()
console.log(JSON.stringify({ pids: [pid, ...(cluster?.processes() ?? [])], dataDir }))
process.exit(1)
