import type { Db } from '../server/kernel/db/index.ts'
import { addPeople, addRole } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const FINANCE = 'finance'

/** 财政: pays allowances that others entered, reviewed and published; the front desk does not pay. Its menus are the start page and 补贴管理. */
const role = (db: Db) =>
  addRole(db, {
    code: FINANCE,
    name: '财政人员',
    rights: ['allowance:read', 'allowance:pay', 'export:run'],
    menus: ['/work/operator', '/work/subsidies'],
  })

/** A user who pays, and a second reviewer in each deciding office, so that two persons can sign. */
const people = [
  { userName: 'dept3', name: '审核员 沈川', roles: ['dept'], officeCode: 'jxj' },
  { userName: 'dept4', name: '审核员 陆遥', roles: ['dept'], officeCode: 'kjj' },
  { userName: 'fin1', name: '财政 秦越', roles: [FINANCE], officeCode: 'czj' },
]

export const moneyPeopleSeeds: readonly Seed[] = [
  { name: 'finance role', demoOnly: false, run: (k) => seedOnce(k, 'finance role', () => k.db.transaction().execute(role)) },
  { name: 'second reviewers', demoOnly: true, run: (k) => addPeople(k, 'second reviewers', people) },
]
