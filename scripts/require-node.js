/**
 * Preloaded by the scripts of `package.json`: ends with one line when Node.js cannot run TypeScript. `npm ci` installs one that can,
 * and npm prefers it. Written in JavaScript, so that an older Node.js can run it.
 */
if (!process.features.typescript) {
  process.stderr.write(
    `This command needs Node.js 24, and this is ${process.versions.node}. "npm ci" installs it; then use npm run, npm start or npm test.\n`,
  );
  process.exit(1);
}
