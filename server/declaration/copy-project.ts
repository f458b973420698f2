import type { Parsed } from '../../contract/endpoint.ts'
import type { project as endpoints, ProjectTemplate } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import { copyOf } from '../kernel/files/copy.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { policyById } from '../policy/index.ts'
import { managedProjects, projectRows } from './queries.ts'

/** The name of the project for the next year: the year in it becomes this year, or next year when it already is this year. */
export function nameOfNextYear(name: string, year: number): string {
  const named = /20\d\d/.exec(name)
  if (!named) return `${name}（${year}年）`.slice(0, 100)
  return name.replaceAll(named[0], String(Math.max(year, Number(named[0]) + 1)))
}

/**
 * What a new project takes over from an earlier one: form, materials, steps and examining office, with a new year in the name and without
 * times. Only copies of the blank forms are stored; they belong to the user until the new project is saved. The source is given by project,
 * or is the latest one of a policy.
 */
export async function copyProject(k: Kernel, actor: Actor, { id, policyId }: Parsed<typeof endpoints.copy>['body']) {
  const source = await managedProjects(k.db, actor)
    .where((e) => (id === undefined ? e('p.policy_id', '=', policyId!) : e('p.id', '=', id)))
    .select('p.id')
    .orderBy('p.apply_start', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!source && id === undefined) {
    const policy = await policyById(k.db, policyId!)
    if (!policy) throw notFound('政策不存在或已被删除')
    return { policyId: policy.id, policyTitle: policy.title, project: null, copiedFrom: null, missing: [] }
  }
  if (!source) throw notFound('申报项目不存在')
  const p = await projectRows(k.db).where('p.id', '=', source.id).executeTakeFirstOrThrow()
  const materials: ProjectTemplate['materials'] = []
  const missing: string[] = []
  for (const { blank, ...material } of p.template.materials) {
    const copied = blank && (await copyOf(k, blank.filePath, { ownerId: actor.userId, bizType: 'project' }))
    if (blank && !copied) missing.push(material.name)
    materials.push({ ...material, ...(copied ? { blank: { filePath: copied.filePath, fileName: copied.fileName } } : {}) })
  }
  return {
    policyId: p.policy_id,
    policyTitle: p.policy_title,
    project: {
      examineDep: p.examine_dep,
      separateDecision: p.separate_decision,
      template: { ...p.template, name: nameOfNextYear(p.name, Number(today(k.clock).slice(0, 4))), materials },
    },
    copiedFrom: p.name,
    missing,
  }
}
