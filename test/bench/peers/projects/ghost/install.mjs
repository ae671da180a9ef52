// Installs Ghost with pnpm in its own folder, as Ghost-CLI does: npm cannot install it as a dependency, because Ghost depends on
// archives inside its own package.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';

const { config } = JSON.parse(readFileSync('package.json', 'utf8'));
const archive = `ghost-${config.ghost}.tgz`;

run('npm', ['pack', '--silent', `ghost@${config.ghost}`]);
mkdirSync('ghost');
run('tar', ['xzf', archive, '--strip-components=1', '-C', 'ghost']);
rmSync(archive);
run(resolve('node_modules/.bin/pnpm'), ['install', '--prod', '--frozen-lockfile'], {
  cwd: 'ghost',
  // The scripts of packages run with the Node.js of this project, for which they compile.
  env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
});
// For its development, Ghost loads tsx if it finds it: it must not find the one of the repository around this folder.
mkdirSync('node_modules/tsx');
writeFileSync('node_modules/tsx/cjs.js', '');

function run(command, args, options = {}) {
  execFileSync(command, args, { stdio: 'inherit', ...options });
}
