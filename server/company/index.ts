import { sql } from 'kysely'
import { company as endpoints, type FactSource } from '../../contract/company.ts'
import { companyRegister } from '../../contract/company/register.ts'
import { archiveUse } from '../../contract/portrait.ts'
import { companyOf } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dictionaryColumn, usesDictionary } from '../kernel/offers/dictionary-uses.ts'
import { archiveUses, endExportsWithConsent, noteUse } from './uses.ts'
import { provideCompanies } from '../identity/index.ts'
import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { countPhoneSearch, refuseForeignFilters } from './access.ts'
import { archiveDictionaries, readArchive } from './archive.ts'
import { companyCardOf, companyNames } from './card.ts'
import { isBound, joinBinding } from './binding/index.ts'
import { noteFewTagged } from './note-tagged.ts'
import { joinCompanyCode } from './code/index.ts'
import { joinRelations } from './relation/index.ts'
import { readAuthorization, setAuthorization } from './authorization.ts'
import { offerArchiveExport } from './archive-export.ts'
import { archiveTemplate, importArchives, offerArchiveImport } from './archive-sheets.ts'
import { facetsOf, overviewOf, statisticsOf } from './figures.ts'
import { saveArchive } from './save-archive.ts'
import { removeCompanies, revealPerson, saveCompany } from './register.ts'
import { joinExpansion } from './expansion/index.ts'
import { offerCompanyExport } from './export.ts'
import { findCompany, listOptions, optionsOf, registerCompany, searchCompanies, suggestions } from './companies.ts'
import { offerCompanyPersonalData } from './personal.ts'
import { offerCompanyRows } from './row-rules.ts'

export { chosenCompanies, chosenCompany, companiesOf, companiesSeen, readerOf, requireCompany, withCompanyOf } from './access.ts'
export { inArea } from './area.ts'
export { copyGroups } from './relation/group.ts'
export { relatedGroups } from './relation/related-groups.ts'
export { LISTS_CHANGED } from './expansion/define.ts'
export { rowKeyOf, saveTable, sealValues, tableById } from './expansion/index.ts'
export { authStatusOf } from './authorization.ts'
export { forFormerCompany, standsFor } from './binding/index.ts'
export { companyCardOf } from './card.ts'
export { companiesWithPhone } from './phones.ts'
export { listOptions as companyOptions } from './companies.ts'
export { endsWithCompany } from './endings.ts'
export { counts, tagsOf } from './tagged.ts'
export { noteExport, noteListed, noteSitting, noteUse } from './uses.ts'
export {
  archiveFieldOf,
  archiveGroups,
  faultOf as factFault,
  isPersonal,
  officialSourceOf,
  takeOwnArchiveFields,
  type CatalogueField,
} from './catalogue.ts'
export {
  authorizedArchives,
  authorizedFactsOf,
  consentingOf,
  factsOf,
  ownFactsOf,
  provenanceOf,
  writeFacts,
  type Facts,
  type FactWrite,
  type Provenance,
} from './facts.ts'

export { knownFields } from './known-fields.ts'
export { SUPPORT } from './platform-lists.ts'
export { rememberRows } from './row-facts.ts'
export { isOpenToOthers } from './persons.ts'
export { refuseWrongFacts, reportFacts } from './report.ts'
export { saveArchive } from './save-archive.ts'

export const companyName = async (db: Db, companyId: number): Promise<string> => (await companyCardOf(db, companyId))?.name ?? ''

export function joinCompany(k: Kernel): void {
  offerCompanyPersonalData(k)
  offerCompanyRows(k)
  hasSealedColumns(k, {
    table: 'company',
    id: 'id',
    columns: {
      legal_person: 'legal_person_index',
      legal_person_phone: 'legal_person_phone_index',
      contact_person: null,
      contact_phone: 'contact_phone_index',
    },
  })
  endExportsWithConsent(k)
  offerCompanyExport(k)
  usesDictionary(k, {
    title: '企业档案的行业',
    columns: ['company.industry'],
    types: ['industry'],
    values: () => sql`select left(industry, 2) as value from company`,
  })
  dictionaryColumn(k, 'region', '企业档案的镇街', 'company.street_id')
  offerArchiveImport(k)
  offerArchiveExport(k)
  joinBinding(k)
  joinCompanyCode(k)
  joinRelations(k)
  implement(k, 'company', archiveUse, { listUse: ({ actor, query }) => archiveUses(k, actor, query) })
  joinExpansion(k)
  provideCompanies(k, {
    namesOf: companyNames,
    idOf: (db, proven) => registerCompany(k, db, proven),
    isBound,
  })
  implement(k, 'company', endpoints, {
    authorization: ({ actor, query }) => readAuthorization(k, actor, query),
    setAuthorization: ({ actor, call, query }) => setAuthorization(k, call, actor, query.authStatus),
    idByToken: ({ actor }) => companyOf(actor),
    findById: ({ actor, query }) => findCompany(k, actor, query.id),
    archive: async ({ actor, call, query }) => {
      const archive = await readArchive(k, actor, query.companyId)
      if (actor.type === 'YYF') await noteUse(k, call, archive.companyId, 'company.archive.read')
      return archive
    },
    dictionaries: () => archiveDictionaries(k),
    saveArchive: ({ actor, call, body }) => saveArchive(k, call, actor, body),
    suggestions: ({ call, query }) => suggestions(k, call.actor, query.name),
    list: async ({ actor, call, query }) => {
      refuseForeignFilters(actor, query)
      await countPhoneSearch(k, call, query)
      return searchCompanies(k, actor, query)
    },
    enums: () => listOptions(k),
  })
  implement(k, 'company', companyRegister, {
    add: ({ call, actor, body }) => saveCompany(k, call, actor, body),
    save: ({ call, actor, body }) => saveCompany(k, call, actor, body),
    remove: ({ call, actor, body }) => removeCompanies(k, call, actor, [body.id]),
    removeBatch: ({ call, actor, body }) => removeCompanies(k, call, actor, body.ids),
    template: ({ query }) => archiveTemplate(query.source as FactSource, query.columns),
    importExcel: ({ call, actor }) => importArchives(k, call, actor),
    options: ({ actor, query }) => optionsOf(k, actor, query),
    facets: async ({ actor, call, query }) => {
      refuseForeignFilters(actor, query)
      await countPhoneSearch(k, call, query)
      await noteFewTagged(k, actor, query)
      return facetsOf(k, actor, query)
    },
    overview: ({ actor, query }) => overviewOf(k, actor, query),
    statistics: ({ actor, query }) => statisticsOf(k, actor, query),
    reveal: ({ call, actor, body }) => revealPerson(k, call, actor, body),
  })
}
