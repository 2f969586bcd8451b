// Runs PGlite in a thread, so that a slow statement never blocks the server. Plain JavaScript, because Node starts it from the source tree,
// from the tests and from the build alike. Exchanges text in both directions; `values.ts` converts it.
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { parentPort, workerData } from 'node:worker_threads'

const port = parentPort
if (port === null) throw new Error('This is the program of a thread: see thread.ts')

const failureFields = ['code', 'severity', 'constraint', 'detail', 'table', 'column']

const pglite = await PGlite.create({ dataDir: workerData.dataDir, extensions: { pg_trgm } })
// Data is in memory or nearly so: a random read costs as much as a sequential one.
await pglite.exec("set random_page_cost = 1.1; set work_mem = '16MB'")
// The driver of PostgreSQL, because PGlite's own `query` parses and plans a statement at each call: two thirds of a page's time.
const types = { getTypeParser: () => (/** @type {unknown} */ text) => text }
const client = new pg.Client(Object.assign(createPgConfig(pglite), { types }))
await client.connect()

const work = {
  /** @param {{ name: string | undefined; text: string; values: unknown[] }} request */
  async run({ name, text, values }) {
    const answer = await client.query({ name, text, values, rowMode: 'array' })
    return {
      columns: answer.fields.map((field) => ({ name: field.name, type: field.dataTypeID })),
      cells: answer.rows,
      rowCount: answer.rowCount ?? 0,
    }
  },
  /** @param {{ text: string }} request */
  async script({ text }) {
    await client.query(text)
  },
  async close() {
    await client.end()
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
  if (request.kind === 'run') return work.run({ ...request, values: [...request.values] })
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
