import { useState } from 'react'
import { toxicityWords, type Plant } from '../../contract/plants'
import { NoValue } from '../../ui/text/NoValue'
import { enumerated, wordsOf } from '../../crud/model/words'
import { Link } from '../../ui/controls/Link'
import { useEnvironment } from '../../ui/environment/Environment'
import { Meter } from '../../ui/text/Meter'
import { Status } from '../../ui/text/Status'
import { languageWords, partWords, statusTones, toxicityTones } from './words'
import './plants.css'

interface PlantProps {
  readonly row: Plant
}

export function PlantStatus({ row, look }: PlantProps & { readonly look?: 'pill' }) {
  return (
    <Status tone={statusTones[row.status]} look={look}>
      {wordsOf(row.status)}
    </Status>
  )
}

export function Toxicity({ row: { toxicity } }: PlantProps) {
  if (toxicity == null) return <NoValue />
  return <Status tone={toxicityTones[toxicity]}>{toxicityWords[toxicity] ?? wordsOf(toxicity)}</Status>
}

export function Completeness({ row: { completenessPct } }: PlantProps) {
  return <Meter label="Completeness" percent={completenessPct} />
}

/** The completeness as a meter, with the missing parts. */
export function WhatIsMissing({ row }: PlantProps) {
  return (
    <>
      <Completeness row={row} />
      <p className="missing-parts soft">
        {row.missing.length === 0 ? 'Nothing is missing.' : `Missing: ${enumerated(row.missing.map((part) => partWords[part]))}.`}
      </p>
    </>
  )
}

/** The common names with their languages. */
export function CommonNames({ row: { commonNames } }: PlantProps) {
  if (commonNames.length === 0) return <NoValue />
  return (
    <ul>
      {commonNames.map(({ lang, name }) => (
        <li key={`${lang} ${name}`}>
          <span lang={lang}>{name}</span> <span className="faint">{languageWords(lang)}</span>
        </li>
      ))}
    </ul>
  )
}

export function Synonyms({ row: { synonyms } }: PlantProps) {
  if (synonyms.length === 0) return <NoValue />
  return (
    <ul>
      {synonyms.map((synonym) => (
        <li key={synonym} lang="la" className="synonym">
          {synonym}
        </li>
      ))}
    </ul>
  )
}

/** The image, or a link where the page's policy does not allow its server's images, or it did not load. */
export function Image({ row: { imageUrl, title } }: PlantProps) {
  const { imageOrigins } = useEnvironment()
  const [failed, setFailed] = useState<string | null>(null)
  if (imageUrl == null) return <NoValue />
  if (!URL.canParse(imageUrl)) return imageUrl
  const { origin, host } = new URL(imageUrl)
  if ((origin === window.origin || imageOrigins.includes(origin)) && failed !== imageUrl)
    return <img className="plant-image" src={imageUrl} alt={title} loading="lazy" onError={() => setFailed(imageUrl)} />
  return (
    <Link className="link" href={imageUrl} external>
      {host}
    </Link>
  )
}

interface WebLinkProps {
  readonly href: string | null | undefined
}

/** An external address, opened in a new tab. */
export function WebLink({ href }: WebLinkProps) {
  if (href == null) return <NoValue />
  return (
    <Link className="link" href={href} external>
      {href.replace('https://', '').replace(/\/$/, '')}
    </Link>
  )
}
