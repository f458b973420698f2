import { carousel, corpPolicy, documents, homeData, labels, numbers } from '../../../contract/policy.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findSlide, listSlides } from '../carousel/slide-queries.ts'
import { guardSlides, hearSlides, moveSlide, orderSlide, removeSlide, saveSlide, saveSlides } from '../carousel/slides.ts'
import { corpOptions } from '../company-options.ts'
import { editDocument, findDocument, guardDocuments, listDocuments, saveDocument } from '../document/documents.ts'
import { moveDocument, publishDocument, removeDocument, removeDocuments, reviewDocument } from '../document/move-documents.ts'
import { importPolicies, offerPolicyImport } from '../document/import.ts'
import { readWord } from '../document/read-word.ts'
import { addHomeValue, editHomeValue, hearHomeValues, homeValues, removeHomeValue } from '../home/values.ts'
import { homeView } from '../home/view.ts'
import { companiesByLabel, partOfTags } from '../label/company-tags.ts'
import { listLabels, removeLabel, saveLabel, toggleLabel } from '../label/labels.ts'
import { keepHotWordsChecked } from '../home/hot-words.ts'
import { keepLinksChecked } from '../link-check.ts'
import { policyDetail } from '../detail.ts'
import { listPolicies, policyEnums } from '../market.ts'
import { listUnitNumbers, monthlyStatistics, removeUnitNumber, saveUnitNumber, unitStatistics } from '../numbers.ts'
import { keepSchedule } from './shelf-moves.ts'
import { joinSearchDesk } from '../search-desk/index.ts'

/**
 * Registers what staff maintain besides the policies: labels, documents, slides, home values, issuing units; and the jobs that check
 * policies.
 */
export function joinPolicyStaff(k: Kernel): void {
  hearHomeValues(k)
  hearSlides(k)
  guardDocuments(k)
  guardSlides(k)
  offerPolicyImport(k)
  keepSchedule(k)
  joinSearchDesk(k)
  keepLinksChecked(k)
  keepHotWordsChecked(k)
  implement(k, 'policy', labels, {
    list: ({ query, call }) => listLabels(k, call, query),
    save: ({ body, call }) => saveLabel(k, call, body),
    remove: ({ body, call }) => removeLabel(k, call, body.id),
    toggle: ({ body, call }) => toggleLabel(k, call, body),
    tags: ({ query }) => partOfTags(k, { tagName: query.tagName, ids: query.ids }),
    companies: ({ actor, body }) => companiesByLabel(k, actor, { ...body, companyName: body.companyName }),
  })
  implement(k, 'policy', documents, {
    list: ({ query, actor }) => listDocuments(k, actor, query),
    byName: ({ query, actor }) => listDocuments(k, actor, query),
    findById: ({ query, actor }) => findDocument(k, actor, query.id),
    save: ({ body, call }) => saveDocument(k, call, body),
    edit: ({ body, call }) => editDocument(k, call, body),
    deleteFile: ({ query, call }) => removeDocument(k, call, query),
    remove: ({ body, call }) => removeDocument(k, call, body),
    removeSeveral: ({ body, call }) => removeDocuments(k, call, body.ids),
    publish: ({ body, call }) => publishDocument(k, call, body),
    review: ({ body, call }) => reviewDocument(k, call, body),
    takeUp: ({ body, call }) => moveDocument(k, call, 'takeUp', body),
    takeDown: ({ body, call }) => moveDocument(k, call, 'takeDown', body),
    enums: () => ({ state: policyEnums().state.filter(({ value }) => value !== '5') }),
    import: ({ call }) => importPolicies(k, call),
    readWord: ({ call }) => readWord(k, call),
  })
  implement(k, 'policy', carousel, {
    list: ({ query, call }) => listSlides(k, call, query),
    findById: ({ query, actor }) => findSlide(k, actor, query.id),
    save: ({ body, call }) => saveSlide(k, call, body),
    saveSeveral: ({ body, call }) => saveSlides(k, call, body),
    remove: ({ body, call }) => removeSlide(k, call, body),
    publish: ({ body, call }) => moveSlide(k, call, 'publish', body),
    offPublish: ({ body, call }) => moveSlide(k, call, 'offPublish', body),
    takeUp: ({ body, call }) => moveSlide(k, call, 'takeUp', body),
    takeDown: ({ body, call }) => moveSlide(k, call, 'takeDown', body),
    move: ({ body, call }) => orderSlide(k, call, body),
  })
  implement(k, 'policy', homeData, {
    queryByPage: ({ query }) => homeValues(k, query),
    edit: ({ body, call }) => editHomeValue(k, call, body),
    add: ({ body, call }) => addHomeValue(k, call, body),
    remove: ({ body, call }) => removeHomeValue(k, call, body.id),
    view: () => homeView(k),
  })
  implement(k, 'policy', numbers, {
    list: ({ query }) => listUnitNumbers(k, query),
    save: ({ body, call }) => saveUnitNumber(k, call, body),
    remove: ({ body, call }) => removeUnitNumber(k, call, body.id),
    statistics: ({ query }) => unitStatistics(k, query),
  })
  implement(k, 'policy', corpPolicy, {
    list: ({ query }) => listPolicies(k, query),
    findById: ({ query }) => policyDetail(k, query),
    options: ({ query, call }) => corpOptions(k, call, query.type),
    statistics: ({ query }) => monthlyStatistics(k, query),
  })
}
