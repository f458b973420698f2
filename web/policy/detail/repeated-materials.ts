const HEAD = '<h2>申报材料</h2>'
const escaped = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * Removes the list of materials from a policy's text when it equals, word for word, the list shown above. A text with other statements
 * about materials is unchanged.
 */
export function withoutRepeatedMaterials(html: string, names: readonly string[]): string {
  const at = html.indexOf(HEAD)
  if (at < 0 || names.length === 0) return html
  const from = at + HEAD.length
  const list = `<ol>${names.map((name) => `<li>${escaped(name)}</li>`).join('')}</ol>`
  return html.startsWith(list, from)
    ? `${html.slice(0, from)}<p>见上文<a href="#materials">申报材料</a>。</p>${html.slice(from + list.length)}`
    : html
}
