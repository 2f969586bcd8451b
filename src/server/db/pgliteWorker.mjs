// Runs PGlite in a thread, so that a slow statement never blocks the server. Plain JavaScript, because Node starts it from the source tree,
// from the tests and from the build alike. Exchanges text in both directions; `values.ts` converts it.
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { parentPort, workerData } from 'node:worker_threads'

const port = parentPort
if (port === null) throw new Error('This is the program of a thread: see thread.ts')

const asIs = (/** @type {unknown} */ value) => value
const failureFields = ['code', 'severity', 'constraint', 'detail', 'table', 'column']

const pglite = await PGlite.create({ dataDir: workerData.dataDir, extensions: { pg_trgm } })
// Data is in memory or nearly so: a random read costs as much as a sequential one.
await pglite.exec("set random_page_cost = 1.1; set work_mem = '16MB'")
pglite.parsers = Object.fromEntries(Object.values(types).map((type) => [type, asIs]))
pglite.serializers = new Proxy({}, { get: () => asIs })

const work = {
  /** @param {{ text: string; values: unknown[] }} request */
  async run({ text, values }) {
    const answer = await pglite.query(text, values, { rowMode: 'array' })
    return {
      columns: answer.fields.map((field) => ({ name: field.name, type: field.dataTypeID })),
      cells: answer.rows,
      rowCount: answer.rows.length || (answer.affectedRows ?? 0),
    }
  },
  /** @param {{ text: string }} request */
  async script({ text }) {
    await pglite.exec(text)
  },
  async close() {
    await pglite.close()
  },
}

/**
 * Keeps only what people and handlers need: the driver's errors contain the query and its values.
 *
 * @param {unknown} thrown
 */
function failure(thrown) {
  const error = /** @type {Readonly<Record<string, unknown>>} */ (thrown)
  const fields = Object.fromEntries(failureFields.filter((name) => error[name] !== undefined).map((name) => [name, error[name]]))
  return { message: String(error.message), fields }
}

// `database.ts` names the channel.
await pglite.listen(workerData.channel, (payload) => port.postMessage({ id: -1, payload }))

/** @param {import('./thread').Request} request */
function answerTo(request) {
  if (request.kind === 'run') return work.run({ text: request.text, values: [...request.values] })
  return request.kind === 'script' ? work.script(request) : work.close()
}

port.on('message', async (/** @type {import('./thread').Request & { id: number }} */ request) => {
  try {
    port.postMessage({ id: request.id, answer: await answerTo(request) })
  } catch (error) {
    port.postMessage({ id: request.id, failure: failure(error) })
  }
})
port.postMessage({ id: 0 })
