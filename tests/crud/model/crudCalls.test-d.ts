import { expectTypeOf } from 'vitest'
import { gateways, type Gateway, type GatewayDraft } from '../../../src/contract/gateways'
import type { Page } from '../../../src/contract/list'
import { sensors, type Sensor } from '../../../src/contract/sensors'
import { readAddress } from '../../../src/crud/list/address'
import { crudCalls } from '../../../src/crud/model/crudCalls'
import { declare } from '../../../src/crud/model/declaration'

// The compiler checks the casts of crudCalls.ts and declaration.ts here; nothing runs. An `@ts-expect-error` is an expectation, too: the compiler
// fails where the line below it has no error.

const { query } = readAddress(gateways, '')

export function useGateways(draft: Required<GatewayDraft>) {
  const calls = crudCalls(gateways)
  expectTypeOf(calls.list.useQuery(query).data).toExtend<Page<Gateway> | undefined>()
  expectTypeOf(calls.get.useQuery('id').data).toExtend<Gateway | undefined>()
  expectTypeOf(calls.get.useQuery('id').data).not.toExtend<Sensor | undefined>()
  // @ts-expect-error A row is asked for by its id.
  calls.get.useQuery(7)
  const [create] = calls.create.useMutation()
  void create({ draft, key: 'k' })
  // @ts-expect-error A draft is whole.
  void create({ draft: { name: 'Attic' }, key: 'k' })
  // @ts-expect-error There is no such verb.
  calls.paint.useMutation()
}

export function useSensor() {
  const { data } = crudCalls(sensors).get.useQuery('id')
  expectTypeOf(data).toExtend<Sensor | undefined>()
  expectTypeOf(data).not.toExtend<Gateway | undefined>()
}

declare({
  resource: gateways,
  // @ts-expect-error A column shows a field of the row.
  columns: [{ key: 'colour', title: 'Colour' }],
  filters: [],
  sections: [],
  // @ts-expect-error An input writes a field of the draft, not a derived one.
  form: [{ title: 'Gateway', fields: [{ name: 'state' }] }],
  blank: {},
  removal: { typed: false, consequence: () => '' },
})
