import { useEnvironment } from '../../ui/environment/Environment'

/** The hint below a new password. */
export function usePasswordHint(): string {
  return `${useEnvironment().passwordMin} characters minimum`
}
