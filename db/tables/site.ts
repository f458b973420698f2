import type { DataBlock } from '../../contract/site/basic-data.ts'
import type { At, Default, Id, Instant, Maybe } from '../columns.ts'

export interface SiteTables {
  about_version: AboutVersionTable
  platform: PlatformTable
  basic_data: BasicDataTable
  advert: AdvertTable
}

export interface AboutVersionTable {
  id: Id
  content: string
  contact_phone: string
  address: string
  opening_hours: string
  /** key of a picture */
  map_picture: Default<string>
  /** shown from this time on, until a later version is */
  publish_at: Instant
  /** cancelled before its time */
  cancelled: Default<boolean>
  created_by: Maybe<number>
  created_by_name: string
  created_at: At
}

export interface PlatformTable {
  id: Id
  version: Default<number>
  name: string
  url: string
  protocol: 'plain' | 'signed' | 'oidc' | 'ticket'
  /** the kind of users who log in from there with a ticket */
  login: Maybe<'zzd' | 'zml' | 'szjj'>
  /** key of a picture; empty: none */
  logo: Default<string>
  /** initiate_login_uri of a platform with OIDC (OpenID Connect Core §4); empty for the others */
  login_uri: Default<string>
  hosts: string[]
  enabled: Default<boolean>
  remark: Default<string>
  updated_at: At
}

export interface BasicDataTable {
  id: Id
  version: Default<number>
  block: DataBlock
  code: string
  name: string
  value: string
  unit: Default<string>
  source: Default<string>
  as_of: Maybe<string>
  /** code of a figure that a domain registers; null: typed by hand */
  figure: Maybe<string>
  sort: Default<number>
  enabled: Default<boolean>
  updated_at: At
}

export interface AdvertTable {
  id: Id
  version: Default<number>
  state: Default<number>
  title: string
  text: Default<string>
  url: string
  position: Default<'home'>
  sort: Default<number>
  from_date: Maybe<string>
  to_date: Maybe<string>
  deleted: Default<boolean>
  updated_at: At
}
