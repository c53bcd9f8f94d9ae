using System;
using System.Collections.Generic;

namespace Stockroom
{
    /// <summary>The account and its limits, and the expiry of the token.</summary>
    public sealed class AccountLimits
    {
        /// <summary>Creates an instance; programs do so in their tests.</summary>
        public AccountLimits(
            TimeSpan createInterval, TimeSpan nextTurn, int detailsPerDay, int detailsUsed, DateTimeOffset detailsResetAt,
            int storeProducts, int storeProductsUsed, int resultsDue, int resultsReported, int resultsNeeded,
            IReadOnlyList<int> owing, DateTimeOffset tokenExpiresAt, int? readsPerSecond = null)
        {
            CreateInterval = createInterval;
            NextTurn = nextTurn;
            DetailsPerDay = detailsPerDay;
            DetailsUsed = detailsUsed;
            DetailsResetAt = detailsResetAt;
            StoreProducts = storeProducts;
            StoreProductsUsed = storeProductsUsed;
            ResultsDue = resultsDue;
            ResultsReported = resultsReported;
            ResultsNeeded = resultsNeeded;
            Owing = owing;
            TokenExpiresAt = tokenExpiresAt;
            ReadsPerSecond = readsPerSecond;
        }

        /// <summary>Gets the time between two requests to create, delete or undo.</summary>
        public TimeSpan CreateInterval { get; }

        /// <summary>Gets the time until the next of them is accepted.</summary>
        public TimeSpan NextTurn { get; }

        /// <summary>Gets how many product details the account may fetch in a day.</summary>
        public int DetailsPerDay { get; }

        /// <summary>Gets how many product details it has fetched today.</summary>
        public int DetailsUsed { get; }

        /// <summary>Gets the time at which the next day begins.</summary>
        public DateTimeOffset DetailsResetAt { get; }

        /// <summary>Gets how many different products the bound store may fetch within three months.</summary>
        public int StoreProducts { get; }

        /// <summary>Gets how many different products it has fetched.</summary>
        public int StoreProductsUsed { get; }

        /// <summary>Gets how many publish results are due.</summary>
        public int ResultsDue { get; }

        /// <summary>Gets how many of them are reported.</summary>
        public int ResultsReported { get; }

        /// <summary>Gets how many more must be reported before the server returns further details.</summary>
        public int ResultsNeeded { get; }

        /// <summary>Gets the ids of the products without a result that is due, the oldest first.</summary>
        public IReadOnlyList<int> Owing { get; }

        /// <summary>Gets the time at which the access token expires.</summary>
        public DateTimeOffset TokenExpiresAt { get; }

        /// <summary>Gets the reads in a second on each server; null unless the operator has limited them.</summary>
        public int? ReadsPerSecond { get; }
    }
}
