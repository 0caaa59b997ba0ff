/**
 * Runs a command of the repository: `node scripts/run.js build`. `commands.ts` has them all. Ends with one line when Node.js can't
 * run TypeScript: `npm ci` installs one that can, and npm prefers it. Written in JavaScript, so that an older Node.js can run it.
 */
if (process.features.typescript) {
  const { runCommand } = await import('./commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
} else {
  process.stderr.write(
    `This command needs Node.js 24, and this is ${process.versions.node}. "npm ci" installs it; then use npm run, npm start or npm test.\n`,
  );
  process.exitCode = 1;
}
