import { simulation as endpoints } from '../../../contract/matching/simulation.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { companyLinks, endLink, endLinks, shareRun } from './links.ts'
import { companyInfo, history, keepRun, policiesOf, readRun, removeRun } from './logs.ts'
import { compare, curve, levers, simulate } from './simulate.ts'
import { simulationFields, simulationTemplates } from './templates.ts'

export function joinSimulation(k: Kernel): void {
  endLinks(k)
  implement(k, 'matching', endpoints, {
    templates: () => simulationTemplates(k),
    fields: () => simulationFields(),
    run: ({ body, call }) => simulate(k, call.actor, body),
    levers: ({ body, call }) => levers(k, call, body),
    curve: ({ body, call }) => curve(k, call, body),
    compare: ({ body, call }) => compare(k, call.actor, body),
    improve: ({ body: { companyInfo: answers, ...rest }, actor }) => keepRun(k, actor, { answers, ...rest }),
    companyInfo: ({ body, actor }) => companyInfo(k, actor, body),
    matchCount: ({ query, call }) => readRun(k, call.actor, query.logId),
    policies: ({ query, call }) => policiesOf(k, call.actor, query),
    share: ({ body, call }) => shareRun(k, call, body),
    history: ({ query, actor }) => history(k, actor, query),
    companyLinks: ({ query, actor }) => companyLinks(k, actor, query),
    endLink: ({ body, call, actor }) => endLink(k, call, actor, body.id),
    remove: ({ body, actor }) => removeRun(k, actor, body.id),
  })
}
