import type { PromiseActorLogic } from 'xstate'

/** Keeps a promise actor's input, which may be a password, out of every persisted or inspected snapshot. */
export function hideInput<Output, Input>(logic: PromiseActorLogic<Output, Input>): PromiseActorLogic<Output, Input> {
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
