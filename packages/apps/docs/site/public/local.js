// A site without a mock. `npm start` serves another file at this address, with the path of its mock.
export const mock = undefined;
