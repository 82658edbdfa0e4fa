import { offerCopies } from "./copy-value.ts";
import { addOwnTimes, offerOwnZone } from "./own-times.ts";
import { offerToShowPasswords } from "./show-password.ts";

addOwnTimes();
offerOwnZone();
offerCopies();
offerToShowPasswords();
