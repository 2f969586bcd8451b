/** A file in a Markdown text: its path, which the text names last before the block, and its content or added lines. */
export interface Shown {
  readonly path: string
  readonly language: string
  readonly text: string
}

/** Lists the code blocks of a section that follow a file name. */
export function filesShown(markdown: string, heading: string): readonly Shown[] {
  const start = markdown.indexOf(`\n## ${heading}\n`)
  if (start < 0) throw new Error(`There is no section ${heading}`)
  const section = markdown.slice(start + 1).split(/\n(?=## )/)[0] ?? ''
  const blocks = section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)
  return [...blocks].map(({ 1: language = '', 2: text = '', index }) => {
    const path = [...section.slice(0, index).matchAll(/`((?:src|tests)\/[^`]+\.\w+)`/g)].at(-1)?.[1]
    if (path === undefined) throw new Error(`A block of ${heading} names no file:\n${text}`)
    return { path, language, text }
  })
}

/** Applies the added lines of a diff to a text: each goes after the lines that the diff shows before it. */
export function patched(text: string, diff: string): string {
  const lines = text.split('\n')
  let at = 0
  for (const line of diff.trimEnd().split('\n')) {
    const content = line.slice(2)
    if (line.startsWith('+ ')) lines.splice(at++, 0, content)
    else if (content.trim() !== '…') {
      const found = lines.indexOf(content, at)
      if (found < 0) throw new Error(`There is no line "${content}"`)
      at = found + 1
    }
  }
  return lines.join('\n')
}
