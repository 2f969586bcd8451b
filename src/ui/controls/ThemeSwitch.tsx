import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useEnvironment, type KeyValueStore } from '../environment/Environment'
import { Menu, MenuItem } from '../overlay/Menu'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const words = { system: 'System', light: 'Light', dark: 'Dark' }
const icons = { system: Monitor, light: Sun, dark: Moon }
const key = 'theme'

/** The theme stored in this browser. */
function storedTheme(store: KeyValueStore): Theme {
  const stored = store.get(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Applies the theme to the page; the system's needs no attribute. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Switches between light, dark and the system's theme; stored in this browser. */
export function ThemeSwitch() {
  const { browserStorage } = useEnvironment()
  const [theme, setTheme] = useState(() => storedTheme(browserStorage))
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    applyTheme(chosen)
    if (chosen === 'system') browserStorage.remove(key)
    else browserStorage.set(key, chosen)
  }
  return (
    <Menu label="Theme" icon={icons[theme]}>
      {themes.map((choice) => (
        <MenuItem key={choice} icon={icons[choice]} checked={choice === theme} onSelect={() => choose(choice)}>
          {words[choice]}
        </MenuItem>
      ))}
    </Menu>
  )
}
