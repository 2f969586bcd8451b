// What a list of 50 gateways costs at least: Fastify, pg and one hand-written query, without session, contract or hooks.
import { fastify } from 'fastify'
import pg from 'pg'

const columns = {
  id: 'string',
  version: 'integer',
  created_at: 'string',
  updated_at: 'string',
  name: 'string',
  eui: 'string',
  serial_number: 'string',
  description: 'string',
  hardware_id: 'string',
  firmware_id: 'string',
  target_firmware_id: 'string',
  update_channel: 'string',
  reporting_interval_s: 'integer',
  latitude: 'number',
  longitude: 'number',
  altitude_m: 'number',
  state: 'string',
  last_seen_at: 'string',
  hardware_name: 'string',
  firmware_name: 'string',
  target_firmware_name: 'string',
  firmware_status: 'string',
  sensors_count: 'integer',
}

/** Listens on a free port; answers its address and how to end it. */
export async function bareServer(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  pg.types.setTypeParser(20, Number)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c jit=off' })
  const app = fastify()
  const scalars = Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [
      name,
      { type: [type, 'null'], format: name.endsWith('_at') ? 'date-time' : undefined },
    ]),
  )
  const properties = { ...scalars, tags: { type: 'array', items: { type: 'string' } } }
  const list = { type: 'object', properties: { result: { type: 'array', items: { type: 'object', properties } } } }
  const text = `
    select ${Object.keys(properties)
      .map((name) => `v.${name}`)
      .join(', ')}
    from (select v.id from gateways v order by v.name, v.id limit 50) as page join gateways_view v on v.id = page.id order by v.name, v.id`
  app.get('/list', { schema: { response: { 200: list } } }, async () => ({ result: (await pool.query(text)).rows }))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${origin}/list`, close: () => app.close().then(() => pool.end()) }
}
