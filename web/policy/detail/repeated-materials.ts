const HEAD = '<h2>申报材料</h2>'
const escaped = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * The text of a policy without the list of its materials, where that is word for word the list that stands above it: one place names them.
 * A text that says more, less or something else of its materials stays as it is.
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
