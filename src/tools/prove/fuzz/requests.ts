import { DAY_MS } from '../../../contract/durations'
import { adminPassword } from '../../product'
import type { Dice } from '../dice'
import type { ProbeRequest } from '../http'
import type { Known, KnownRow } from '../known'
import type { Operation } from '../operations'
import { hostileValue, spoiled, valueOf, type ValueSource } from './values'

/** Everything a request is made from. */
export interface Maker extends ValueSource {
  /** The bearer that the operation accepts; undefined: none. */
  readonly bearerFor: (operation: Operation) => string | undefined
  /** Share of requests that contain something wrong. */
  readonly hostility: number
}

/** Makes values of fields whose shape the schema does not tell. */
export function namedBy(dice: Dice, known: Known): (field: string) => unknown {
  const eui = (): string => Array.from({ length: 16 }, () => '0123456789ABCDEF'[dice.whole(16)]).join('')
  const email = (): string => `fuzz-${dice.whole(1e6)}@example.com`
  const makers: Readonly<Record<string, () => unknown>> = {
    eui,
    sensorEui: () => (dice.often(0.8) ? euiOf(known, dice) : undefined) ?? eui(),
    semver: () => `${dice.whole(9)}.${dice.whole(99)}.${dice.whole(99)}`,
    email,
    recipients: () => [email()],
    // The top-level domain .invalid never resolves.
    url: () => `https://fuzz-${dice.whole(99)}.invalid/hook`,
    checksum: () => 'a'.repeat(64),
    role: () => 'admin',
    password: () => 'wrong but long enough',
    password_confirmation: () => 'wrong but long enough',
    proof: () => (dice.often(0.5) ? adminPassword : undefined),
    code: () => String(dice.whole(1e6)).padStart(6, '0'),
    measuredAt: () => new Date(Date.now() - dice.whole(DAY_MS)).toISOString(),
    lang: () => dice.pick(['en', 'de', 'ja']),
    from: () => new Date(Date.now() - dice.whole(9e8)).toISOString(),
    to: () => new Date().toISOString(),
  }
  return (field) => (Object.hasOwn(makers, field) ? makers[field]?.() : undefined)
}

function euiOf(known: Known, dice: Dice): unknown {
  const sensors = known.rowsNamed('Sensor')
  return sensors.length === 0 ? undefined : dice.pick(sensors)['eui']
}

/** Makes a request to an operation: mostly a valid one, sometimes with something wrong in it. */
export function requestOf(operation: Operation, maker: Maker): ProbeRequest {
  const { dice, hostility } = maker
  const isHostile = dice.often(hostility)
  const row = rowOf(operation, maker)
  const bearer = maker.bearerFor(operation)
  const { content, type } = bodyOf(operation, row, maker, isHostile)
  return {
    method: isHostile && dice.often(0.03) ? dice.pick(['PATCH', 'OPTIONS', 'PUT', 'DELETE', 'POST']) : operation.method,
    path: pathOf(operation, row, maker, isHostile),
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(type !== null && { 'content-type': type }),
      ...headersOf(operation, row, maker, isHostile),
    },
    body: content,
  }
}

/** Picks a row of the resource at the operation's path; null: it has none. */
function rowOf({ template }: Operation, { dice, known }: Maker): KnownRow | null {
  const rows = known.rowsAt(template.split(/\/\{|\/register$/)[0] ?? '')
  return rows.length === 0 ? null : dice.pick(rows)
}

function pathOf({ template, parameters }: Operation, row: KnownRow | null, maker: Maker, isHostile: boolean): string {
  const { dice, known } = maker
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (isHostile && dice.often(0.1)) return encodeURIComponent(textual(hostileValue(dice)).slice(0, 3000))
    if (name === 'userId') return known.rowsNamed('User')[0]?.id ?? known.anyId(dice)
    return row !== null && dice.often(0.9) ? row.id : known.anyId(dice)
  })
  const query = parameters.filter((one) => one.in === 'query' && dice.often(0.35))
  const pairs = query.map(({ name, schema }) => {
    const value = isHostile && dice.often(0.3) ? hostileValue(dice) : queryValue(name, schema, maker)
    return [name, textual(value)] as [string, string]
  })
  if (isHostile && dice.often(0.1)) pairs.push([dice.pick(['x', 'page', 'sort', '__proto__']), textual(hostileValue(dice))])
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

function queryValue(name: string, schema: Operation['parameters'][number]['schema'], maker: Maker): unknown {
  if (name === 'page') return 1 + maker.dice.whole(3)
  if (name === 'reassignTo') return maker.known.anyId(maker.dice)
  const value = valueOf(schema, name, maker)
  return Array.isArray(value) ? value[0] : value
}

function textual(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed()
}

function headersOf({ parameters }: Operation, row: KnownRow | null, { dice }: Maker, isHostile: boolean): Record<string, string> {
  const junk = (): string => dice.pick(['', '"', 'W/"1"', '"0"', '*', '99999999999999999999', '"1", "2"', 'x'.repeat(300), 'é'])
  const headers: Record<string, string> = {}
  for (const { name } of parameters.filter((one) => one.in === 'header' && dice.often(0.6))) {
    if (isHostile && dice.often(0.4)) headers[name] = junk()
    else if (name === 'if-match') headers[name] = `"${row?.version ?? 1}"`
    else headers[name] = `key-${dice.whole(1e9)}`
  }
  return headers
}

interface Body {
  readonly content: Buffer | null
  readonly type: string | null
}

function bodyOf({ body }: Operation, row: KnownRow | null, maker: Maker, isHostile: boolean): Body {
  const { dice } = maker
  if (body === null) return isHostile && dice.often(0.2) ? { content: Buffer.from('{}'), type: 'application/json' } : none
  if (body.type === 'text/csv') return { content: Buffer.from(csvOf(body.description, maker, isHostile)), type: 'text/csv' }
  if (body.type === 'multipart/form-data') return multipart(dice, isHostile)
  const right = withRow(valueOf(body.schema, '', maker), row, dice)
  const value = isHostile ? spoiled(right, dice) : right
  const text = JSON.stringify(value) ?? 'null'
  if (!isHostile || dice.often(0.8)) return { content: Buffer.from(text), type: 'application/json' }
  return {
    content: Buffer.from(broken(text, dice), 'latin1'),
    type: dice.pick([
      'application/json',
      'application/json; charset=latin1',
      'text/plain',
      'text/csv',
      'application/x-www-form-urlencoded',
    ]),
  }
}

const none: Body = { content: null, type: null }

/** Replaces 70 % of the body's values, except `name`, with the row's own, so that some requests pass the rules over several fields. */
function withRow(value: unknown, row: KnownRow | null, dice: Dice): unknown {
  if (row === null || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name in row && name !== 'name' && dice.often(0.7) ? row[name] : one]),
  )
}

function broken(text: string, dice: Dice): string {
  return dice.pick([
    () => text.slice(0, dice.whole(text.length)),
    () => `${text.slice(0, -1)},"a":1,"a":2}`,
    () => `{"__proto__":{"admin":true},${text.slice(1)}`,
    () => '['.repeat(40) + ']'.repeat(40),
    () => '\xff\xfe',
    () => '',
    () => `${text}${text}`,
    () => '"\\ud800"',
    () => '{"a":1e999}',
  ])()
}

/** Makes a CSV with the columns that the operation names, and some rows. */
function csvOf(description: string, maker: Maker, isHostile: boolean): string {
  const { dice } = maker
  const columns = [...(/Columns: (.*)\./.exec(description)?.[1] ?? 'name').matchAll(/(\w[\w.]*)(?: \(required\))?/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'required' && !(isHostile && dice.often(0.05)))
  if (isHostile && dice.often(0.1)) columns.push(dice.pick(['constructor', '__proto__', '', 'name', 'id', 'x'.repeat(300)]))
  const cell = (name: string): string => {
    if (isHostile && dice.often(0.3)) return textual(hostileValue(dice)).slice(0, 500)
    if (name.endsWith('Id')) return maker.known.anyId(dice)
    return textual(maker.named(name) ?? dice.pick(['1', 'stable', 'Moss', 'en', '2026-01-01', 'low', '=1+1', '＝1', "'-1"]))
  }
  const rows = Array.from({ length: dice.whole(6) }, () =>
    columns.map((name) => `"${cell(name).replaceAll('"', '""')}"`).join(','),
  )
  return [columns.join(','), ...rows].join(dice.pick(['\n', '\r\n'])) + (isHostile && dice.often(0.2) ? '"' : '')
}

function multipart(dice: Dice, isHostile: boolean): Body {
  const boundary = 'frond-fuzz'
  const name = isHostile ? dice.pick(['other', '', '../x', 'file"']) : 'file'
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const end = isHostile && dice.often(0.3) ? '' : `\r\n--${boundary}--\r\n`
  const content = Buffer.from(`${part}${'f'.repeat(dice.whole(5000))}${end}`)
  return { content, type: `multipart/form-data; boundary=${isHostile && dice.often(0.2) ? '' : boundary}` }
}
