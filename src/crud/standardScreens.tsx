import type { ComponentType } from 'react'
import { codeLoader } from '../ui/environment/codeLoader'
import { loadForm } from './form/loadForm'
import type { Area } from './model/area'
import type { AnyStandardArea, Declaration } from './model/declaration'
import { register } from './model/registry'

type StandardScreen = ComponentType<{ readonly area: AnyStandardArea }>

/** An area on the standard screens: a screen's code is fetched in parallel with the area's declaration. */
export function standardArea(
  slug: string,
  title: string,
  icon: Area['icon'],
  declare: () => Promise<{ readonly declaration: Declaration }>,
): Area {
  const declared = codeLoader(async () => ({ ...(await declare()).declaration, slug, title }))
  const load = async (standard: Promise<StandardScreen>) => {
    const [area, Standard] = await Promise.all([declared(), standard])
    return { Screen: () => <Standard area={area} /> }
  }
  const screens = {
    list: codeLoader(() => load(import('./list/ListScreen').then((module) => module.ListScreen))),
    detail: codeLoader(() => load(import('./detail/DetailScreen').then((module) => module.DetailScreen))),
    form: codeLoader(() => load(loadForm())),
  }
  return register({ slug, title, icon, screens, declared })
}
