import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { factorMachine, type FactorAnswer } from '../../machines/factorMachine'
import type { NewPasskeyBody } from '../../src/contract/factors'

describe('factorMachine', () => {
  it('adds the passkey that the browser made for the server’s options, by its name and challenge', async () => {
    const asked: unknown[] = []
    const actor = createActor(
      factorMachine.provide({
        actors: {
          change: fromPromise<FactorAnswer, { proof: string }>(() =>
            Promise.resolve({ creation: { challenge: 'challenge', options: { rp: 'frond' } } }),
          ),
          makePasskey: fromPromise<object | null, { options: object | undefined }>(({ input }) => {
            asked.push(input.options)
            return Promise.resolve({ id: 'passkey' })
          }),
          addPasskey: fromPromise<FactorAnswer, NewPasskeyBody>(({ input }) => {
            asked.push(input)
            return Promise.resolve({ codes: ['abcd-efgh'] })
          }),
        },
      }),
    ).start()
    actor.send({ type: 'prove', proof: 'secret words', name: 'Laptop' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('showingCodes'))
    expect(asked).toEqual([{ rp: 'frond' }, { name: 'Laptop', challenge: 'challenge', passkey: { id: 'passkey' } }])
    expect(context.answer).toEqual({ codes: ['abcd-efgh'] })
  })

  it('stores neither the proof nor the app’s code', async () => {
    const actor = createActor(
      factorMachine.provide({
        actors: {
          change: fromPromise<FactorAnswer, { proof: string }>(() =>
            Promise.resolve({ setUp: { secret: 'SECRET', uri: 'otpauth://' } }),
          ),
        },
      }),
    ).start()
    actor.send({ type: 'prove', proof: 'secret words', name: '' })
    const shown = await waitFor(actor, (snapshot) => snapshot.matches('showingSecret'))
    actor.send({ type: 'confirm', code: '123456' })
    const held = JSON.stringify([shown.context, actor.getSnapshot().context])
    expect(held).toContain('SECRET')
    expect(held).not.toMatch(/secret words|123456/)
  })
})
