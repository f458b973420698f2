import type { ProjectTemplate } from '../../../contract/declaration.ts'
import { stepName } from '../../../contract/declaration/states.ts'
import type { Fault } from '../../form/editor/index.ts'

const parts: Readonly<Record<string, string>> = { workdays: '办理期限', officeIds: '签署部门', limitDays: '承诺办结时限' }

/** The name of an error's place for the editor; empty when the message names it or the place has no name yet. */
export function placeOf(t: ProjectTemplate, { path, message }: Fault): string {
  const name = nameOf(t, path)
  return message.includes(name) ? '' : name
}

function nameOf(t: ProjectTemplate, path: string): string {
  const [, list, at, part, inner] = path.split('.')
  if (list === undefined) return ''
  if (at === undefined) return parts[list] ?? ''
  if (list === 'steps') {
    const step = t.steps[Number(at)]
    return step ? [stepName(step), parts[part ?? '']].filter(Boolean).join('：') : ''
  }
  if (list === 'materials') return t.materials[Number(at)]?.name.trim() ?? ''
  return (part === 'fields' && t.sections[Number(at)]?.fields[Number(inner)]?.label.trim()) || ''
}
