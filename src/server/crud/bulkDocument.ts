import { restoreVersionBody } from '../../contract/activity'
import { bulkDeleteBody, bulkRestoreBody, bulkUpdateBody, deletionPreview, RESTORE_WITHIN_S } from '../../contract/bulk'
import { changePreview } from '../../contract/preview'
import type { Resource } from '../../contract/resource'
import { conditional } from '../http/conditions'
import { byId, documented, resultOf, type Documentation } from '../http/openapi'
import { jsonSchema, type JsonSchema } from '../http/schema'
import { rowOf, tagOf } from './document'

/** A resource's bulk and restore calls in the documentation. */
export type BulkCall =
  | 'bulkUpdate'
  | 'previewUpdate'
  | 'bulkRemove'
  | 'previewRemoval'
  | 'bulkRestore'
  | 'restore'
  | 'restoreVersion'

/** The Fastify schema of one of a resource's bulk calls. */
export function bulkSchema(resource: Resource, call: BulkCall) {
  return documented({ tag: tagOf(resource), ...descriptions[call](resource) })
}

/** The documented Idempotency-Key header of a call on many rows. */
export const repeatable: JsonSchema = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      description: 'A request that repeats the key acts on the rows that are left of the first one, and gets the answer for all.',
    },
  },
}

const within = `within ${RESTORE_WITHIN_S / 60} minutes`

const descriptions: Readonly<Record<BulkCall, (resource: Resource) => Omit<Documentation, 'tag'>>> = {
  bulkUpdate: (resource) => ({
    summary: `Change many ${resource.nouns.many}`,
    headers: repeatable,
    body: jsonSchema(bulkUpdateBody(resource)),
    answers: { 200: resultOf(outcome({ changed: { type: 'array', items: change } })) },
  }),
  previewUpdate: (resource) => ({
    summary: `Preview a change of many ${resource.nouns.many}`,
    body: jsonSchema(bulkUpdateBody(resource)),
    answers: { 200: resultOf(changePreview) },
  }),
  bulkRemove: (resource) => ({
    summary: `Delete many ${resource.nouns.many}`,
    headers: repeatable,
    body: jsonSchema(bulkDeleteBody(resource)),
    answers: { 200: resultOf(outcome({ restorable: { type: 'array', items: { type: 'string', format: 'uuid' } } })) },
  }),
  previewRemoval: (resource) => ({
    summary: `Preview the deletion of many ${resource.nouns.many}`,
    body: jsonSchema(bulkDeleteBody(resource)),
    answers: { 200: resultOf(deletionPreview) },
  }),
  bulkRestore: (resource) => ({
    summary: `Restore many deleted ${resource.nouns.many}, ${within}`,
    body: jsonSchema(bulkRestoreBody),
    answers: { 200: resultOf(outcome({})) },
  }),
  restoreVersion: (resource) => ({
    summary: `Restore a ${resource.nouns.one} to an earlier version, from an entry of the activity`,
    params: byId,
    headers: conditional,
    body: jsonSchema(restoreVersionBody),
    answers: { 200: resultOf(rowOf(resource)) },
  }),
  restore: (resource) => ({
    summary: `Restore a deleted ${resource.nouns.one}, ${within}`,
    params: byId,
    answers: { 200: resultOf(rowOf(resource)) },
  }),
}

/** The schema of a bulk call's answer, with the fields that this call adds. */
export function outcome(more: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    properties: { done: { type: 'integer', minimum: 0 }, failed: { type: 'array', items: failure }, ...more },
    required: ['done', 'failed', ...Object.keys(more)],
  }
}

const failure: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
  required: ['id', 'code', 'message'],
}

const change: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    version: { type: 'integer' },
    before: { type: 'object', additionalProperties: true, description: 'Previous values of the fields that were set.' },
  },
  required: ['id', 'version', 'before'],
}
