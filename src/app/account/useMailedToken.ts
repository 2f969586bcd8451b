import { useShown } from '../router/Navigation'

/** The token in the address of a mailed link; empty when the link was cut. */
export function useMailedToken(): string {
  return new URLSearchParams(useShown().location.search).get('token') ?? ''
}
