/** An EUI in monospace. */
export function EuiText({ eui }: { readonly eui: string }) {
  return <code className="mono">{eui}</code>
}
