import type { PromiseActorLogic } from 'xstate'

/** Makes a promise actor keep its input, a password perhaps, out of every snapshot, persisted or inspected. */
export function discreet<Output, Input>(logic: PromiseActorLogic<Output, Input>): PromiseActorLogic<Output, Input> {
  const inputs = new WeakMap<object, Input>()
  return {
    ...logic,
    getInitialSnapshot(scope, input) {
      inputs.set(scope.self, input)
      return { ...logic.getInitialSnapshot(scope, input), input: undefined }
    },
    start(state, scope) {
      logic.start?.({ ...state, input: inputs.get(scope.self) }, scope)
    },
  }
}
