/** An EUI in fixed-width letters. */
export function EuiText({ eui }: { readonly eui: string }) {
  return <code className="mono">{eui}</code>
}
