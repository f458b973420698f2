import sanitize from 'sanitize-html'

const size = /^(?:[89]|[12]\d|3[0-6])pt$|^(?:1[0-9]|[2-4]\d)px$/
const colour = /^#[0-9a-f]{3,8}$|^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i

/** What an editor of the product may write; everything else is taken out, scripts with their text (I-03). */
const rules: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'blockquote', 'ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'colgroup', 'col', 'dl', 'dt', 'dd', 'figure', 'figcaption'],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'], img: ['src', 'alt', 'width', 'height'], ol: ['start'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'], col: ['span'],
    '*': ['style'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center|justify)$/], 'font-size': [size], 'line-height': [/^[1-5](?:\.\d{1,2})?$/], color: [colour], 'background-color': [colour], 'text-indent': [/^\d(?:\.\d)?em$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { h1: 'h2', a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }, true) },
}

/** Rich text with nothing but the allowed marks; for writing. */
export const cleanHtml = (html: string): string => sanitize(html, rules)

const kept = new Map<string, string>()
const KEPT = 500

/** The same for reading, where a stored text comes by again and again: cleaned once, the last 500 texts are kept. */
export function cleanStoredHtml(html: string): string {
  const known = kept.get(html)
  if (known !== undefined) return known
  const clean = cleanHtml(html)
  kept.set(html, clean)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return clean
}
