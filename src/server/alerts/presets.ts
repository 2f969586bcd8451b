import type { WebhookPreset } from '../../contract/notificationChannels'
import { messageLines, type Message } from './message'
import type { Post } from './webhook'

/** Formats a webhook's message for its receiver; returns the URL and the JSON body. */
export function postOf(preset: WebhookPreset, url: string, message: Message): Pick<Post, 'url' | 'body'> {
  return formats[preset](url, message)
}

const formats: Readonly<Record<WebhookPreset, (url: string, message: Message) => Pick<Post, 'url' | 'body'>>> = {
  generic: (url, message) => ({ url, body: JSON.stringify(message) }),
  /** Mattermost, Rocket.Chat, Discord's /slack and others accept this format too. */
  slack: (url, message) => {
    const text = `*${inert(message.subject)}*\n${inert(textOf(message))}\n${message.url}`
    return { url, body: JSON.stringify({ text }) }
  },
  /** An adaptive card, for a Teams workflow “When a webhook request is received”. */
  teams: (url, message) => ({ url, body: JSON.stringify(card(message)) }),
  /** The topic is the last part of the URL's path; ntfy takes JSON at the path before it, and a token in the query. */
  ntfy: (url, message) => {
    const { origin, pathname, search } = new URL(url)
    const [topic = '', ...before] = pathname.split('/').filter(Boolean).toReversed()
    const isUrgent = message.alerts.some(({ severity, status }) => severity === 'critical' && status !== 'resolved')
    const body = { topic, title: message.subject, message: textOf(message), click: message.url, priority: isUrgent ? 5 : 3 }
    return { url: `${[origin, ...before.toReversed()].join('/')}${search}`, body: JSON.stringify(body) }
  },
}

/**
 * Keeps names from being links or notifying people: escapes Slack's markup, such as <!channel>, and breaks what Mattermost would read as a
 * mention or a Markdown link by an invisible character.
 */
function inert(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replaceAll('@', '@\u200b').replaceAll('](', ']\u200b(')
}

function textOf(message: Message): string {
  return messageLines(message).join('\n')
}

function card(message: Message) {
  // Not a TextBlock, which would read names as Markdown.
  const text = (words: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: words, ...more }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [text(message.subject, { weight: 'Bolder' }), ...messageLines(message).map((line) => text(line))],
          actions: [{ type: 'Action.OpenUrl', title: 'See all alerts', url: message.url }],
        },
      },
    ],
  }
}
