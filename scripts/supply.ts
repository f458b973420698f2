// Conditions for packages that `npm ci` installs (reliability X-04): a lock file with checksums, install scripts only from a list, no
// versions with known vulnerabilities.

export interface Lock {
  packages: Record<string, { version?: string; integrity?: string; hasInstallScript?: boolean; optional?: boolean; link?: boolean }>
}

/** Packages that may run a script on installation, with the reason. */
const INSTALL_SCRIPTS: Record<string, string> = {
  '@swc/core': 'parses for the bundler; the script only checks that its binary is there',
}

/** The oldest versions without the vulnerabilities known on 2026-11-21 (reliability §4). `null`: no version is free of them. */
const FLOORS: Record<string, string | null> = {
  fastify: '5.8.3',
  '@fastify/static': '10.1.3',
  'file-type': '21.3.2',
  fflate: '0.8.3',
  'sanitize-html': '2.18.1',
  'adm-zip': '0.6.0',
  'sm-crypto': '0.5.8',
  xlsx: null,
  exceljs: null,
}

/** One sentence per fault; an empty list means that the lock file may be installed. */
export function faultsOf({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, { version = '', integrity, hasInstallScript, optional, link }]) => {
    if (place === '' || link) return []
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const floor = FLOORS[name]
    return [
      // Binaries for other systems were never downloaded here, so npm has no checksum for them.
      ...(integrity || optional ? [] : [`${name}：没有校验值`]),
      ...(hasInstallScript && !(name in INSTALL_SCRIPTS) ? [`${name}：安装时会运行脚本，不在名单里`] : []),
      ...(floor === null ? [`${name}：任何版本都有已知漏洞，不能用`] : []),
      ...(floor && older(version, floor) ? [`${name} ${version}：低于没有已知漏洞的 ${floor}`] : []),
    ]
  })
}

function older(version: string, floor: string): boolean {
  const parts = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number)
  const [have, need] = [parts(version), parts(floor)]
  const differs = have.findIndex((part, place) => part !== need[place])
  return differs >= 0 && have[differs]! < need[differs]!
}
