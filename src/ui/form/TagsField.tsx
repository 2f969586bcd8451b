import { X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { FieldShell, type FieldProps } from './Field'
import './tags.css'

interface TagsFieldProps extends FieldProps {
  /** The tags are email addresses, such as a mail program copies them. */
  readonly addresses?: boolean
}

/** Tags, added by Enter or comma, and removed by their button or Backspace; its value is a list of strings. */
export function TagsField({ addresses = false, ...field }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldShell {...field} hint={<>{field.hint} Press Enter or comma to add one.</>}>
      {(control, { value, setValue }) => {
        const tags = asTags(value)
        const add = (...texts: readonly string[]) => {
          const words = texts.flatMap(addresses ? addressesIn : tagsIn)
          const newTags = words.filter((word, at) => word !== '' && !tags.includes(word) && words.indexOf(word) === at)
          if (newTags.length > 0) setValue([...tags, ...newTags])
          setTyped('')
        }
        const onKeyDown = (event: KeyboardEvent) => {
          if (event.nativeEvent.isComposing) return
          // The form may be saved without leaving the field.
          if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) add(typed)
          if (event.key === 'Enter' && typed.trim() !== '') {
            event.preventDefault()
            add(typed)
          } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) setValue(tags.slice(0, -1))
        }
        return (
          <div className="tags">
            {tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Remove ${tag}`}
                  onClick={() => {
                    // The remove button unmounts; the focus moves to the input.
                    input.current?.focus()
                    setValue(tags.filter((other) => other !== tag))
                  }}
                >
                  <X aria-hidden="true" />
                </button>
              </span>
            ))}
            <input
              {...control}
              ref={input}
              type="text"
              className="tags-input"
              autoComplete="off"
              value={typed}
              onChange={({ target }) =>
                (addresses ? /[,;]/ : /,/).test(target.value) ? add(target.value) : setTyped(target.value)
              }
              onKeyDown={onKeyDown}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text')
                if (!addresses || !/[,;\s<]/.test(pasted.trim())) return
                // The browser would remove the line breaks.
                event.preventDefault()
                const { selectionStart, selectionEnd } = event.currentTarget
                add(typed.slice(0, selectionStart ?? undefined), pasted, typed.slice(selectionEnd ?? typed.length))
              }}
              onBlur={() => add(typed)}
            />
          </div>
        )
      }}
    </FieldShell>
  )
}

function tagsIn(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim())
}

/**
 * The words of a list of addresses. An entry that ends with an address in angle brackets begins with a name, which may have commas: what has
 * no @ there is left out.
 */
function addressesIn(text: string): readonly string[] {
  const entries = text.replaceAll('>', '>;').split(/[;\n]/)
  return entries.flatMap((entry) => {
    const words = entry.split(/[,\s<>"]+/)
    return /<.+>/.test(entry) ? words.filter((word) => word.includes('@')) : words
  })
}

function asTags(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((tag): tag is string => typeof tag === 'string') : []
}
