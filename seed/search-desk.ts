import { addMenus, addRights } from './added.ts'
import type { Seed } from './index.ts'

/** Roles and menus for synonyms and the board of questions without results. */
export const searchDeskSeed: Seed = {
  name: 'search desk',
  demoOnly: false,
  run: async (k) => {
    await addRights(k, 'search desk rights', { editor: ['policy:synonym'] })
    await addMenus(k, 'search desk', [
      { name: '搜索同义词', url: '/work/searchSynonyms', icon: 'policy', roles: ['editor'], folder: '政策管理' },
      { name: '没找到的问题', url: '/work/unansweredQuestions', icon: 'policy', roles: ['editor'], folder: '政策管理' },
    ])
  },
}
