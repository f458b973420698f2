import { companyTag, tag } from '../../contract/tag.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { explainTag, lookAtTags, tagHistory } from './explain.ts'
import { offerTagExport } from './export.ts'
import { importTags, offerTagImport } from './import.ts'
import { addTags, listCompanies, listMembers, removeTagsFrom } from './members.ts'
import { answerPolicyLabels } from './policy-labels.ts'
import { selectTree } from './queries.ts'
import { offerTagRows } from './row-rules.ts'
import { askRefresh, keepSmartTags, saveSmartTag, trySmartTag } from './smart.ts'
import { findTag, listTags, removeTag, removeTags, saveTag, tagOptions } from './tags.ts'
import { offerTagPersonalData } from './personal.ts'

export { wornTags } from './explain.ts'
export { addTags } from './members.ts'
export { refreshTag } from './smart.ts'
export { requireTags } from './access.ts'
export { wearsOne } from './wearing.ts'
export { writeTag } from './tags.ts'

/** Joins tags of companies. They are separate from the company domain because smart tags use matching, which depends on companies. */
export function joinTag(k: Kernel): void {
  offerTagPersonalData(k)
  offerTagRows(k)
  keepSmartTags(k)
  offerTagExport(k)
  answerPolicyLabels(k)
  offerTagImport(k)
  implement(k, 'company', tag, {
    options: ({ actor }) => tagOptions(k, actor),
    tree: ({ actor }) => selectTree(k.db, actor),
    list: ({ actor, query }) => listTags(k, actor, query),
    findById: ({ actor, query }) => findTag(k, actor, query.id),
    save: ({ call, body }) => saveTag(k, call, body),
    saveSmartTag: ({ call, body }) => saveSmartTag(k, call, body),
    trySmartTag: ({ actor, body }) => trySmartTag(k, actor, body.rules),
    remove: ({ call, body }) => removeTag(k, call, body.id),
    removeSeveral: ({ call, body }) => removeTags(k, call, body.ids),
    import: ({ call, actor }) => importTags(k, call, actor),
    refresh: ({ call, body }) => askRefresh(k, call, body.id),
    enterpriseTagList: ({ call, actor, query }) => lookAtTags(k, call, actor, query.companyId),
    explain: ({ call, actor, query }) => explainTag(k, call, actor, query),
    history: ({ actor, query }) => tagHistory(k, actor, query),
  })
  implement(k, 'company', companyTag, {
    listCompany: ({ actor, query }) => listMembers(k, actor, query),
    list: ({ actor, query }) => listCompanies(k, actor, query),
    add: ({ call, body }) => addTags(k, call, body),
    remove: ({ call, body }) => removeTagsFrom(k, call, body),
  })
}
