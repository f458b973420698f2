import { addMenus } from './added.ts'
import type { Seed } from './index.ts'

/** The inbox in the menu of everybody. */
export const noticeSeed: Seed = {
  name: 'notice menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'notice menu', [
      {
        name: '消息中心',
        url: '/work/notice',
        icon: 'bell',
        roles: ['enterprise', 'individual', 'front', 'dept', 'editor', 'leader', 'sysadmin', 'secadmin', 'auditor'],
      },
    ]),
}

/** The page of the user’s own account, with the number for text messages. */
export const accountSeed: Seed = {
  name: 'account menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'account menu', [
      {
        name: '账号设置',
        url: '/work/account',
        icon: 'user',
        roles: ['enterprise', 'individual', 'front', 'dept', 'editor', 'leader', 'sysadmin', 'secadmin', 'auditor', 'finance'],
        sort: 1000,
      },
    ]),
}

/** Favourites for readers, and evaluations of policies for editors. */
export const followSeed: Seed = {
  name: 'follow menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'follow menu', [
      { name: '我的收藏', url: '/work/mycollect', icon: 'star', roles: ['enterprise', 'individual'] },
      { name: '政策评价', url: '/work/assessPolicy', icon: 'policy', roles: ['editor', 'leader'], folder: '政策管理' },
    ]),
}
