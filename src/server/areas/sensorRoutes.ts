import type { FastifyInstance } from 'fastify'
import { replacement, replacePath, sensors } from '../../contract/sensors'
import { actorOf } from '../auth/guard'
import { rowOf, tagOf } from '../crud/document'
import { answer, conditional } from '../http/conditions'
import { idOf } from '../crud/table'
import { changeRow } from '../crud/write'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { sensorHooks } from './sensors'

/**
 * POST /sensors/{id}/replace: gives the sensor another device's EUI. Its record, plant, gateway and readings stay; the old
 * device's battery, radio and firmware values are cleared. A change like any other: If-Match, an audit entry, and 409 that names the holder
 * of a taken EUI.
 */
export function sensorRoutes(app: FastifyInstance): void {
  const { db } = app
  const schema = documented({
    tag: tagOf(sensors),
    summary: 'Replace the device of a sensor; its record and readings stay',
    params: byId,
    headers: conditional,
    body: jsonSchema(replacement()),
    answers: { 200: resultOf(rowOf(sensors)) },
  })
  app.post<ById>(routeOf(replacePath(':id')), { schema }, async (request, reply) => {
    const id = idOf(sensors, request.params.id)
    const values = validated(replacement(), request.body)
    const writer = { db, resource: sensors, hooks: sensorHooks }
    return answer(reply, await changeRow(writer, id, values, request.headers['if-match'], actorOf(request)))
  })
}
