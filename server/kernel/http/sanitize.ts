import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { cutNesting } from './cut-nesting.ts'

const color = [/^#[0-9a-f]{3,8}$/i, /^rgba?\(\d{1,3}, ?\d{1,3}, ?\d{1,3}(, ?(0|1|0?\.\d+))?\)$/, /^[a-z]{3,20}$/]
const length = [/^\d{1,4}(\.\d{1,2})?(px|pt|em|rem|%)$/]

const MOST_NESTED = 50

/** Whether the address is exactly that of a file in our own store. */
const isStored = (address: string): boolean => /^\/files\/download\?filePath=[0-9a-f]{32}(&inline=(1|true))?$/.test(address)

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'span',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'video',
    'div',
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'controls', 'title', 'width', 'height', 'poster'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    ol: ['start', 'type'],
  },
  // Font sizes 8–36 pt and line heights 1–5 as the editor offers them (K057…K060); no position, background image or expression.
  allowedStyles: {
    '*': {
      color,
      'background-color': color,
      'text-align': [/^(left|right|center|justify)$/],
      'text-indent': length,
      'font-weight': [/^(bold|normal|[1-9]00)$/],
      'font-style': [/^(italic|normal)$/],
      'text-decoration': [/^(underline|line-through|none)$/],
      'font-size': [/^([89]|[12]\d|3[0-6])(\.\d)?pt$/, /^\d{1,2}(\.\d{1,2})?px$/],
      'line-height': [/^[1-5](\.\d{1,2})?$/],
      'font-family': [/^[\w\u4e00-\u9fff ,'"-]{1,80}$/],
      width: length,
      height: length,
      'vertical-align': [/^(top|middle|bottom|baseline)$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], video: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'embed',
    'template',
    'svg',
    'math',
    'title',
    'head',
  ],
  nestingLimit: MOST_NESTED,
  transformTags: {
    // Whatever window a link names, it opens a new one that cannot reach ours; what the author wrote as `rel` is not kept.
    a: (tagName, { target, rel: _, ...attribs }) => ({
      tagName,
      attribs: target === undefined ? attribs : { ...attribs, target: '_blank', rel: 'noopener noreferrer' },
    }),
    h1: 'h2',
    // Without controls a reader could not stop a video.
    video: (tagName, { poster, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, controls: '', ...(poster !== undefined && isStored(poster) ? { poster } : {}) },
    }),
  },
  // Only pictures and videos that were uploaded here and checked are kept, so that a reader's browser contacts no other server.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'video' || tag === 'img') && !isStored(attribs.src ?? ''),
}

/** Rich text cut down to an allow-list (I-03). Used on writing and again on reading; cleaning twice changes nothing. */
export const cleanHtml = (html: string): string => sanitizeHtml(cutNesting(html, MOST_NESTED), rules)

/** Characters of texts, before and after, that are kept. */
const KEPT_CHARACTERS = 16_000_000
const cleaned = new LRUCache<string, string>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (clean, html) => clean.length + html.length + 1 })
/** `cleanHtml` of a text that is read again and again: the last ones are kept by their own words, for cleaning one takes milliseconds. */
export function cleanStored(html: string): string {
  const known = cleaned.get(html)
  if (known !== undefined) return known
  const clean = cleanHtml(html)
  cleaned.set(html, clean)
  return clean
}

/** The words of a rich text, paragraphs as line breaks; for excerpts, search and export. */
export const htmlToText = (html: string): string =>
  decode(
    sanitizeHtml(cutNesting(html, MOST_NESTED).replace(/<(?:\/(?:p|div|h[1-6]|li|tr|blockquote)|br\s*\/?)>/gi, '$&\n'), {
      allowedTags: [],
      allowedAttributes: {},
      nonTextTags: rules.nonTextTags ?? [],
    }),
  )
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim()

/** The text of html that was cleaned when it was saved; each block ends with a line break. */
export const cleanedText = (html: string): string =>
  decode(html.replace(/<(?:\/(?:p|div|h[1-6]|li|tr|td|th|blockquote)|br\s?\/?)>/gi, '\n').replace(/<[^<>]*>/g, '')).replace(
    /[ \t\u00a0]+/g,
    ' ',
  )

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => named[name]!)
